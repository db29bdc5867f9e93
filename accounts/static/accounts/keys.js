// Passkeys and security keys: asks the browser for one and sends its answer with the form.
// webauthnJSON comes from the library's file, which stands before this one in the page.

const form = document.querySelector("form[data-key]");
const asked = JSON.parse(document.getElementById("js_data").textContent);
const trouble = document.getElementById("key_trouble");

const ask = () =>
  form.dataset.key === "add"
    ? window.webauthnJSON.create(asked.creation_options)
    : window.webauthnJSON.get(asked.request_options);

const button = form.querySelector("[data-key-button]");
button.addEventListener("click", async () => {
  if (!form.reportValidity()) return;
  trouble.hidden = true;
  try {
    form.elements.credential.value = JSON.stringify(await ask());
  } catch {
    // No key, the wrong one, or the person has closed the browser's window.
    trouble.hidden = false;
    return;
  }
  form.submit();
});
// Without this script a press would do nothing, and no one would see why.
button.disabled = false;
