// The rules of a game: draws its boards, and prints them.

import { find } from "./api_client.js";
import { drawBoard } from "./board.js";
import { facesLoaded } from "./faces.js";

const boards = JSON.parse(find("boards").textContent);

function drawAll() {
  for (const svg of document.querySelectorAll("[data-scene]")) drawBoard(svg, boards[svg.dataset.scene]);
}

drawAll();
facesLoaded().then((areLoaded) => areLoaded && drawAll());
find("print").addEventListener("click", () => print());
