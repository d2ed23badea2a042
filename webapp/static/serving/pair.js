/** A phone that scanned the QR code has the code behind the #, and where wanted a table: it comes in without typing. */

const [code, table] = location.hash.slice(1).split("@");
history.replaceState(null, "", location.pathname + location.search); // nobody shall share the address with the code in it

if (code) {
  document.getElementById("code").value = code;
  if (table) document.getElementById("table").value = table;
  document.getElementById("enter").requestSubmit();
}
