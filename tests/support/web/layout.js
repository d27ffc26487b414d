// What is wrong with how a page is laid out, by the boxes of its texts: `cut`, `overlaps`, `broken` numbers, `covered`, phrases.
() => {
  const LEAST = 1.5; // px: less is how browsers round
  const inWindow = getComputedStyle(document.body).overflow === "hidden"; // a big screen never scrolls
  const boxOf = ({ left, top, right, bottom }) => ({ left, top, right, bottom });
  const isFixed = (element) => {
    for (let one = element; one; one = one.parentElement) {
      if (["fixed", "sticky"].includes(getComputedStyle(one).position)) return true;
    }
    return false;
  };
  const texts = [];
  const found = [];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const node = walker.currentNode;
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("script, style, template, select, title, option") || !element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const boxes = [...range.getClientRects()].map(boxOf).filter((box) => box.right - box.left > 0.5);
    if (boxes.length) texts.push({ node, element, boxes, fixed: isFixed(element) });
  }
  const say = (text) => JSON.stringify(text.node.data.trim().slice(0, 40));
  for (const text of texts) {
    const { element, boxes, node } = text;
    if (document.documentElement.lang === "ja" && getComputedStyle(element).wordBreak !== "auto-phrase") found.push(`breaks within phrases: ${say(text)}`);
    // Beyond the window, or cut off by what it stands in.
    for (const box of boxes) {
      if (box.left < -LEAST || box.right > innerWidth + LEAST) found.push(`beyond the window: ${say(text)}`);
      if (inWindow && (box.top < -LEAST || box.bottom > innerHeight + LEAST)) found.push(`above or below the window: ${say(text)}`);
    }
    const card = element.closest("li, .card, button, .button")?.getBoundingClientRect();
    if (card && boxes.some((box) => box.left < card.left - LEAST || box.right > card.right + LEAST)) found.push(`sticks out of its card: ${say(text)}`);
    for (let one = element; one && one !== document.body; one = one.parentElement) {
      const style = getComputedStyle(one);
      if (!/hidden|clip/.test(style.overflowX + style.overflowY) && one.tagName !== "svg") continue;
      const around = one.getBoundingClientRect();
      const out = boxes.some((box) => box.left < around.left - LEAST || box.right > around.right + LEAST || (box.top + box.bottom) / 2 < around.top || (box.top + box.bottom) / 2 > around.bottom);
      if (out) found.push(`cut by ${one.tagName} ${one.id || one.className.baseVal || one.className}: ${say(text)}`);
    }
    if (element.scrollWidth > element.clientWidth + LEAST && /hidden|clip/.test(getComputedStyle(element).overflowX)) found.push(`cut in itself: ${say(text)}`);
    // Numbers are whole in one line, and words but for the longest names.
    for (const [pattern, kind] of [[/[−+-]?\d[\d,.]+/g, "number"], [/(?<![A-Za-z-])[A-Za-z]{2,10}(?![A-Za-z-])/g, "word"]]) {
      for (const word of element.closest("svg") ? [] : node.data.matchAll(pattern)) {
        const range = document.createRange();
        range.setStart(node, word.index);
        range.setEnd(node, word.index + word[0].length);
        const tops = new Set([...range.getClientRects()].filter((box) => box.width > 0.5).map((box) => Math.round(box.top)));
        if (tops.size > 1) found.push(`${kind} in ${tops.size} lines: ${word[0]} of ${say(text)}`);
      }
    }
  }
  // A letter's own height is about the middle two thirds of its box.
  const inked = (box) => ({ ...box, top: box.top + 0.22 * (box.bottom - box.top), bottom: box.bottom - 0.22 * (box.bottom - box.top) });
  const flat = texts.filter((text) => !text.fixed).flatMap((text) => text.boxes.map((box) => ({ text, box: inked(box) })));
  flat.sort((a, b) => a.box.top - b.box.top);
  for (let i = 0; i < flat.length; i++) {
    for (let j = i + 1; j < flat.length && flat[j].box.top < flat[i].box.bottom - LEAST; j++) {
      const [a, b] = [flat[i], flat[j]];
      if (a.text === b.text || a.box.right - LEAST <= b.box.left || b.box.right - LEAST <= a.box.left) continue;
      if (a.text.element.closest("[data-place]") && b.text.element.closest("[data-place]")) continue; // pieces may lie on pieces
      found.push(`one over the other: ${say(a.text)} and ${say(b.text)}`);
    }
  }
  // What must be seen at once, wholly and under nothing.
  for (const part of document.querySelectorAll("[data-seen], .screen #qr, .screen .points, .screen .close-up, .screen h1, .screen #scores, .screen #last, .screen .lines, .screen #board, .replay #said")) {
    if (!part.checkVisibility()) continue;
    const { left, top, right, bottom } = part.getBoundingClientRect();
    if (left < -LEAST || right > innerWidth + LEAST || top < -LEAST || bottom > innerHeight + LEAST) {
      found.push(`not seen whole: ${part.id || part.className}`);
      continue;
    }
    const [x, y] = [(left + right) / 2, bottom - Math.min(4, (bottom - top) / 4)];
    const over = document.elementFromPoint(x, y);
    if (over && !part.contains(over) && !over.contains(part)) found.push(`${part.id || part.className} under ${over.id || over.className || over.tagName}`);
  }
  const board = document.querySelector(".screen #board");
  if (inWindow && board?.checkVisibility() && board.getBoundingClientRect().height < innerHeight / 3) found.push("the board is small");
  if (document.documentElement.scrollWidth > innerWidth + LEAST) found.push("the page is wider than the window");
  return [...new Set(found)];
}
