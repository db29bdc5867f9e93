// The browser knows where it is: deadlines are told in that time from the first email on.
const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
for (const field of document.querySelectorAll("[name=time_zone]")) field.value = timeZone ?? "";
