/** A colour scheme. `system` follows the operating system. */
export type ColorScheme = (typeof schemes)[number];

export const schemes = ['system', 'light', 'dark'] as const;

/** The key in `localStorage`. It is absent for `system`. */
const key = 'slipway-studio-scheme';

/**
 * Returns the colour scheme that is stored in this browser; `system` if there is none or storage is not
 * available.
 */
export function loadScheme(): ColorScheme {
  try {
    return schemes.find((scheme) => scheme === localStorage.getItem(key)) ?? 'system';
  } catch {
    return 'system';
  }
}

/**
 * Applies a colour scheme to the page, and stores it in this browser. Without storage it is applied to this
 * page only.
 */
export function applyScheme(scheme: ColorScheme): void {
  if (scheme === 'system') delete document.documentElement.dataset.scheme;
  else document.documentElement.dataset.scheme = scheme;
  try {
    if (scheme === 'system') localStorage.removeItem(key);
    else localStorage.setItem(key, scheme);
  } catch {
    // Without storage the scheme is applied as long as the page is open.
  }
}
