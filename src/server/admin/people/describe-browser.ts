/**
 * Returns the names of a browser and its system by its `User-Agent`; empty if both are unknown:
 * `describeBrowser('Mozilla/5.0 (X11; Linux …) … Firefox/140.0') // 'Firefox, Linux'`.
 */
export function describeBrowser(userAgent = ''): string {
  /** Returns the first name whose pattern matches; undefined if none does. */
  const findName = (known: readonly (readonly [RegExp, string])[]) =>
    known.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [findName(browsers), findName(systems)].filter((word) => word !== undefined).join(', ');
}

// The order matters: most browsers also name others.
const browsers = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/\b(?:Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/^(?=.*\bVersion\/).*\bSafari\//, 'Safari'],
] as const;

const systems = [
  [/\b(?:iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
] as const;
