// Before the first paint: dark or light, as chosen here or by the system. A file of its own, because the security policy allows no inline script.
(function () {
  var chosen = null;
  try {
    chosen = localStorage.getItem('color_scheme');
  } catch (_) {
    /* storage may be blocked */
  }
  var dark = chosen === 'dark' || (chosen !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light');
})();
