// Plays a turn on a service that answers at the third time: node ask.js ADDRESS
import { ChessEleven } from "chess-eleven";

const me = new ChessEleven({ server: process.argv[2] });
console.log(JSON.stringify(await me.playTurn("a/b", { turn: 1, actions: ["d2d4"] })));
