// The practice bank's own script: opens its window, goes on in the first one, and sends the payer back.
const open = document.getElementById("open");
open?.addEventListener("click", (event) => {
  event.preventDefault();
  window.open(open.href, "bank", "popup,width=420,height=640");
});
const done = document.getElementById("done");
if (done && window.opener) {
  window.opener.location.href = done.dataset.next;
  window.close();
}
document.getElementById("back")?.submit();
