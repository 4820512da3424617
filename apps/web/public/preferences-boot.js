// Runs before the first paint, so that a dark screen never flashes white nor a mirrored one jumps.
// src/session/preferences.ts keeps the same attributes up to date afterwards.
let stored = {}
try {
  stored = JSON.parse(localStorage.getItem('khapdee.preferences')) ?? {}
} catch {
  // Unreadable preferences count as none.
}
const skin = stored.skin === 'dark' ? 'dark' : 'light'
document.documentElement.dataset.skin = skin
document.documentElement.dir = stored.rtl === true ? 'rtl' : 'ltr'
// Until the style sheet is there, the browser colours the empty page by this alone.
document.querySelector('meta[name=color-scheme]').content = skin
