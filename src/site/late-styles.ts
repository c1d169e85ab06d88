/**
 * Shows a page without its looks where those stall. A browser paints nothing while a style sheet of the head is on its way, and runs no
 * script but one that is `async`, however long it takes; one that a script has put there is not waited for (HTML, "contributes a
 * script-blocking style sheet", "implicitly potentially render-blocking"). Asked for again, it may even come by another connection.
 */
function waitNoLonger(): void {
  for (const link of document.querySelectorAll<HTMLLinkElement>('head link[rel="stylesheet"]'))
    if (link.sheet === null && link.onload === null) link.replaceWith(link.cloneNode());
}

/** Longer than a style sheet of 8 kB takes on a slow network, since a page that gets its looks late moves. */
const patienceMs = 4_000;

setTimeout(waitNoLonger, patienceMs);
