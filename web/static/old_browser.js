// Says where the page's other scripts are not understood or have not arrived; in words that every browser knows.

(function () {
  var isTold = false;

  function tell(what) {
    var waiting = document.getElementById("waiting");
    if (isTold) return;
    isTold = true;
    waiting.firstElementChild.textContent = waiting.getAttribute("data-" + what);
    waiting.hidden = false;
  }

  function failed(event) {
    if (event.target.tagName === "SCRIPT") tell("torn");
    else if (String(event.filename).indexOf("/static/") > 0) tell("old");
  }

  function loaded() {
    if (!document.getElementById("waiting").hidden) tell("old"); // it knows no modules
  }

  addEventListener("error", failed, true);
  addEventListener("load", loaded);
})();
