// Runs before the first paint: the chosen theme, and room for the boards begun, so that nothing flashes or jumps.
(() => {
  const page = document.documentElement;
  page.dataset.js = "";
  try {
    const theme = JSON.parse(localStorage.getItem("masume:settings") ?? "{}").theme;
    if (theme === "light" || theme === "dark") page.dataset.theme = theme;
    if (Object.keys(localStorage).some((key) => key.startsWith("masume:board:"))) page.dataset.begun = "";
  } catch {
    // Without storage the page follows the system and begins with no boards.
  }
})();
