/**
 * True if the text of a date field is a complete day or empty. Browsers report a year that is being typed as
 * 0002 at first.
 * @param isUnfinished True if the browser reports incomplete input (`badInput`).
 */
export function isWholeDay(text: string, isUnfinished: boolean): boolean {
  return text === '' ? !isUnfinished : Number(text.slice(0, text.indexOf('-'))) >= 1000;
}
