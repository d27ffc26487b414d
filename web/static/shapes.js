// Makes the elements of drawings, and tells how wide words are: by their font where it matters.

const SVG = "http://www.w3.org/2000/svg";

export function shape(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

const ruler = document.createElement("canvas").getContext("2d");

// How wide bold words are in the page's own font, in the size of their text.
export function boldWidth(words) {
  ruler.font = `700 100px ${getComputedStyle(document.body).fontFamily}`;
  return ruler.measureText(words).width / 100;
}

// How wide words are, where a letter of Japanese is 1 wide and another one is `latin`.
export function textWidth(words, latin) {
  return [...words].reduce((sum, letter) => sum + (letter < "\u2000" ? latin : 1), 0);
}
