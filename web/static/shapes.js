// Makes the elements of drawings, and tells how wide words are.

const SVG = "http://www.w3.org/2000/svg";

export function shape(tag, attributes, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

// How wide words are, where a letter of Japanese is 1 wide and another one is `latin`.
export function textWidth(words, latin) {
  return [...words].reduce((sum, letter) => sum + (letter < "\u2000" ? latin : 1), 0);
}
