// Drawings of what a table of Galaxy Jarapon looks like, from the facts of its prompts: chips, seats, walls, rows, a pon.

import { shape } from "./shapes.js";

const SIZE = [110, 110];
const MIDDLE = 55;
const SHEET = 29; // half of the sheet, inside the walls
const WALL = 37; // from the middle to a wall; players' names are outside it
const [STACK, LOWER] = [4.7, 0.8]; // pitch of stacks, and how far the lower tile is seen below the upper one
const NAMES = 48;
const SIDES = { 2: [0, 2], 3: [0, 1, 2], 4: [0, 1, 2, 3] };
const ROWS = [22, 33, 44]; // from the middle; the outer one is for open sets
const [SLOT, ROW, LONG_ROW] = [8.6, 8, 12];
const PIPS = { 3: [[-1, -1], [0, 0], [1, 1]], 4: [[-1, -1], [1, -1], [-1, 1], [1, 1]], 6: [[-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]] };

const words = (said, x, y, kind = "step-word") => shape("text", { x, y, class: kind }, said);

// A point as the player of a side sees it, to the right of the middle and near; sides count counter-clockwise.
function seen([right, near], side) {
  let [x, y] = [right, near];
  for (let turn = 0; turn < side; turn += 1) [x, y] = [y, -x];
  return { x: MIDDLE + x, y: MIDDLE + y };
}

function sheet(half = SHEET) {
  return shape("rect", { x: MIDDLE - half, y: MIDDLE - half, width: 2 * half, height: 2 * half, rx: 2, class: "ground dark" });
}

function disc(said, { x, y }, kind = "") {
  return shape("g", { class: `chip ${kind}` }, shape("circle", { cx: x, cy: y, r: 5 }), words(said, x, y + 1.4));
}

function die(pips, x, y) {
  const dots = PIPS[pips].map(([across, down]) => shape("circle", { cx: x + 3 * across, cy: y + 3 * down, r: 1.1 }));
  return shape("g", { class: "die" }, shape("rect", { x: x - 5.5, y: y - 5.5, width: 11, height: 11, rx: 2 }), ...dots);
}

// The players round the table; the name of one of them is stressed.
function names(players, stressed) {
  return players.map((player, seat) => {
    const side = SIDES[players.length][seat];
    const { x, y } = seen([0, NAMES + (side % 2 ? 0 : 1)], side);
    const turn = { 1: -90, 3: 90 }[side] ?? 0;
    return shape("text", { transform: `translate(${x} ${y}) rotate(${turn})`, class: `step-word ${player === stressed ? "stressed" : ""}` }, player);
  });
}

const sideOf = (player, { players }) => SIDES[players.length][players.indexOf(player)];

// Where a stack stands, counted from 0 at the dealer's right end clockwise, and the side that it belongs to.
function stackAt(count, dealer, { stacks, dealer_stacks: dealers }) {
  const walls = count < dealers ? 0 : 1 + Math.floor((count - dealers) / stacks);
  const from = count < dealers ? count : (count - dealers) % stacks;
  const side = (dealer - walls + 4) % 4;
  return { side, ...seen([(dealers / 2 - from - 0.5) * STACK, WALL], side) };
}

function wallTiles(dealer, facts, without = []) {
  const all = facts.dealer_stacks + 3 * facts.stacks;
  return Array.from({ length: all }, (_, count) => count).filter((count) => !without.includes(count)).flatMap((count) => {
    const { side, x, y } = stackAt(count, dealer, facts);
    const stack = { look: "back", said: "", small: true, turned: side % 2 === 1 };
    return [{ ...stack, place: `lower/${count}`, x, y: y + LOWER }, { ...stack, place: `upper/${count}`, x, y }];
  });
}

const bonus = { place: "bonus", said: "", look: "back", x: MIDDLE, y: MIDDLE };

function walls({ facts }, state) {
  const dealer = sideOf(facts.player, state);
  return { size: SIZE, cells: [...wallTiles(dealer, facts), bonus], shapes: names(state.players, facts.player), under: [sheet()] };
}

// The counted stacks up to the dora, which is turned up; the deal begins at the next one.
function counted({ facts }, state, isDealt) {
  const dealer = sideOf(facts.player, state);
  const dora = facts.count - 1;
  const { side, x, y } = stackAt(dora, dealer, facts);
  const turned = side % 2 === 1;
  const next = { ...stackAt(dora + 1, dealer, facts) };
  const marks = Array.from({ length: facts.count }, (_, count) => {
    const at = stackAt(count, dealer, facts);
    const out = seen([0, 5], at.side);
    return words(String(count + 1), at.x + out.x - MIDDLE, at.y + out.y - MIDDLE + 1, "step-count");
  });
  const cells = [...wallTiles(dealer, facts, [dora]), bonus, { place: "dora", said: "", look: "up", mark: "?", small: true, turned, last: true, x, y }];
  if (isDealt) cells.push({ place: "first", said: "", look: "back", small: true, turned: next.side % 2 === 1, last: true, x: next.x, y: next.y });
  return { size: SIZE, cells, shapes: [...names(state.players, facts.player), ...(isDealt ? [] : marks)], under: [sheet()] };
}

// Two rows of discards, and the outer one with an open set at its right end.
function rows(_, { players }) {
  const [length, left] = players.length === 2 ? [LONG_ROW, -6 * SLOT] : [ROW, -18];
  const cells = SIDES[players.length].flatMap((side) =>
    ROWS.flatMap((near, row) =>
      Array.from({ length: row < 2 ? length : 3 }, (_, at) => {
        const right = left + (row < 2 ? at + 0.5 : length - 2.5 + at) * SLOT;
        const look = row < 2 ? { look: "empty", ground: "slot" } : { look: "up", mark: "7" };
        return { place: `${side}/${row}/${at}`, said: "", turned: side % 2 === 1, ...look, ...seen([right, near], side) };
      }),
    ),
  );
  return { size: SIZE, cells: [...cells, bonus], under: [sheet(52)] };
}

// A pon as its player sees it: the called tile lies sideways, on the side of whoever discarded it (J7-7).
function openSet({ facts }, called) {
  const isWild = facts.tile === "★";
  const own = isWild ? { look: "up", mark: "?" } : { look: facts.tile, mark: facts.tile };
  const cells = [0, 1, 2].map((at) => {
    const tile = at === called ? { look: isWild ? "wild" : facts.tile, mark: isWild ? "" : facts.tile, turned: true, last: true } : own;
    return { place: `set/${at}`, said: "", x: 32 + 9 * at + (at > called ? 2 : 0) + (at === called ? 1 : 0), y: 21, ...tile };
  });
  const [x, y, arrow] = [[12, 23, "→"], [42, 8, "↓"], [72, 23, "←"]][called];
  return { size: [84, 34], cells, shapes: [words(`${facts.giver} ${arrow}`, x, y), words(facts.player, 42, 33, "step-word stressed")] };
}

function chips({ facts }) {
  const piles = [[500, facts.large], [100, facts.middle], [10, facts.small]];
  const shapes = piles.flatMap(([value, count], row) => Array.from({ length: count }, (_, at) => disc(String(value), { x: 7 + 10.6 * at, y: 7 + 12 * row }, `of-${value}`)));
  return { size: [110, 38], shapes };
}

function seats({ facts }, state) {
  const dealer = sideOf(facts.player, state);
  const sabre = facts.side ? [disc(String(facts.side), seen([20, WALL], dealer), "sabre")] : [];
  return { size: SIZE, shapes: [...names(state.players, facts.player), ...sabre], under: [sheet()] };
}

const DRAWINGS = {
  "jarapon.setup": chips,
  "jarapon.almighty": () => ({ size: [110, 14], cells: [{ place: "wild", said: "", look: "wild", x: 55, y: 7 }] }),
  "jarapon.die": () => ({ size: [110, 62], shapes: [shape("rect", { x: 27, y: 3, width: 56, height: 56, rx: 2, class: "ground dark" }), die(4, 64, 22)] }),
  "jarapon.throw_then_sit": () => ({ size: [110, 26], shapes: [6, 4, 3].flatMap((pips, at) => [die(pips, 31 + 24 * at, 9), words(`${at + 1}`, 31 + 24 * at, 23, `step-word ${at ? "" : "stressed"}`)]) }),
  "jarapon.dealer": seats,
  "jarapon.sit": seats,
  "jarapon.rows": rows,
  "jarapon.build": walls,
  "jarapon.break": (prompt, state) => counted(prompt, state, false),
  "jarapon.break_next_wall": (prompt, state) => counted(prompt, state, false),
  "jarapon.deal": (prompt, state) => counted(prompt, state, true),
  "jarapon.lay_set_left": (prompt) => openSet(prompt, 0),
  "jarapon.lay_set_middle": (prompt) => openSet(prompt, 1),
  "jarapon.lay_set_right": (prompt) => openSet(prompt, 2),
};

// The drawing of a prompt, as `drawBoard` draws it, with `shapes` over it and others `under` it; null where there is none.
export function drawingOf(prompt, state) {
  return DRAWINGS[prompt.key]?.(prompt, state) ?? null;
}
