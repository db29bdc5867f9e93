// Prints the number of each event, and "open" when there is time to look: node hear.js ADDRESS TOKEN
import { ChessEleven } from "chess-eleven";

const [server, token] = process.argv.slice(2);
for await (const event of new ChessEleven({ server, token }).follow()) {
  console.log(event ? event.number : "open");
  if (event?.type === "game.finished") break;
}
