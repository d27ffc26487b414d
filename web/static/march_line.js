// Where the campaign of a game stands, in one line that leads to its map.

export function showMarch(line, march) {
  line.hidden = !march;
  if (march) Object.assign(line, { textContent: march.sentence, href: `/campaigns/${march.campaign}` });
}
