// Runs before the first paint, so that a dark page does not flash white and a right-to-left page does
// not jump. Afterwards src/session/preferences.ts sets the same attributes.
let stored = {}
try {
  stored = JSON.parse(localStorage.getItem('khapdee.preferences')) ?? {}
} catch {
  // The defaults apply.
}
const skin = stored.skin === 'dark' ? 'dark' : 'light'
document.documentElement.dataset.skin = skin
document.documentElement.dir = stored.rtl === true ? 'rtl' : 'ltr'
// Before the style sheet has loaded, only this meta tag sets the colour of the page.
document.querySelector('meta[name=color-scheme]').content = skin
