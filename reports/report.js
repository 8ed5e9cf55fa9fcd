/* Sorts and filters tables of the report, opens what is to be printed, and inflates the plots of a
 * report in one file. All but these plots can be read without it. */
(function () {
  'use strict';
  function text(row, i) {
    var cell = row.cells[i];
    return cell ? cell.textContent.trim() : '';
  }
  function number(s) {
    var n = parseFloat(s.replace('−', '-').replace(/^\[/, ''));
    return isNaN(n) ? null : n;
  }
  function compare(a, b) {
    var x = number(a), y = number(b);
    if (x !== null && y !== null && x !== y) return x - y;
    if ((x === null) !== (y === null)) return x === null ? 1 : -1;
    return a.localeCompare(b);
  }
  function sort(table, i, head) {
    var down = head.getAttribute('aria-sort') === 'ascending';
    var rows = Array.prototype.slice.call(table.tBodies[0].rows);
    rows.sort(function (a, b) { return (down ? -1 : 1) * compare(text(a, i), text(b, i)); });
    rows.forEach(function (row) { table.tBodies[0].appendChild(row); });
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (cell) {
      cell.removeAttribute('aria-sort');
    });
    head.setAttribute('aria-sort', down ? 'descending' : 'ascending');
  }
  function sortable(table) {
    if (table.classList.contains('matrix')) return;
    Array.prototype.forEach.call(table.tHead.rows[0].cells, function (head, i) {
      var button = document.createElement('button');
      button.type = 'button';
      button.textContent = head.textContent;
      button.title = 'Sort by ' + head.textContent;
      head.textContent = '';
      head.appendChild(button);
      button.addEventListener('click', function () { sort(table, i, head); });
    });
  }
  function filterable(table) {
    var all = table.tBodies[0].rows, label = document.createElement('label');
    var field = document.createElement('input'), shown = document.createElement('span');
    if (all.length < 6) return;
    field.type = 'search';
    shown.setAttribute('role', 'status');
    label.className = 'filter';
    label.append('Show rows with ', field, ' ', shown);
    function filter() {
      var words = field.value.toLowerCase().split(/\s+/), count = 0;
      Array.prototype.forEach.call(all, function (row) {
        var content = row.textContent.toLowerCase() + ' ' + (row.cells[0].title || '');
        var hit = words.every(function (word) { return content.indexOf(word) >= 0; });
        row.hidden = !hit;
        count += hit ? 1 : 0;
      });
      shown.textContent = field.value ? count + ' of ' + all.length : '';
    }
    /* What is shown can be sent: page.html#filter=words, for all tables of the page. */
    function read() {
      var asked = /^#filter=(.*)/.exec(location.hash);
      if (!asked) return;
      field.value = decodeURIComponent(asked[1]);
      filter();
    }
    field.addEventListener('input', filter);
    field.addEventListener('change', function () {
      location.replace('#filter=' + encodeURIComponent(field.value));
    });
    window.addEventListener('hashchange', read);
    read();
    table.parentNode.parentNode.insertBefore(label, table.parentNode);
  }
  Array.prototype.forEach.call(document.querySelectorAll('table.tool'), function (table) {
    filterable(table);
    sortable(table);
  });
  /* One plot after the other, so that the page answers meanwhile. */
  function inflate(images) {
    var image = images.shift();
    if (!image || !window.DecompressionStream) return;
    var bytes = Uint8Array.from(atob(image.dataset.plot), function (c) { return c.charCodeAt(0); });
    var plot = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
    new Response(plot).arrayBuffer().then(function (svg) {
      image.src = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
      image.removeAttribute('data-plot');
      inflate(images);
    });
  }
  inflate(Array.prototype.slice.call(document.querySelectorAll('img[data-plot]')));
  var opened = [];
  window.addEventListener('beforeprint', function () {
    opened = Array.prototype.slice.call(document.querySelectorAll('details:not([open])'));
    opened.forEach(function (details) { details.open = true; });
  });
  window.addEventListener('afterprint', function () {
    opened.forEach(function (details) { details.open = false; });
  });
}());
