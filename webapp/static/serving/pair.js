/**
 * A phone that scanned the QR code has the code behind the #, and where wanted a table and a seat there that another phone
 * hands on: it comes in without typing.
 */

const [code, table, offer] = location.hash.slice(1).split("@");
history.replaceState(null, "", location.pathname + location.search); // nobody shall share the address with the code in it

if (code) {
  document.getElementById("code").value = code;
  if (table) document.getElementById("table").value = table;
  if (offer) sessionStorage.setItem(`kibitz-offer-${table}`, offer); // its page takes the seat
  document.getElementById("enter").requestSubmit();
}
