// Styles that few evenings need come with the scripts that need them; the page says where they are.

const link = document.createElement("link");
link.rel = "stylesheet";

export const styled = new Promise((done) => {
  link.addEventListener("load", done);
  link.addEventListener("error", done); // without them it is plain, and works
});

link.href = document.getElementById("late-styles").dataset.sheet;
document.head.append(link);
