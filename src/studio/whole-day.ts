/**
 * Returns true if a date field is empty, or its year is complete. While a year is being typed, browsers
 * report years such as 0002.
 * @param isUnfinished True if the browser reports incomplete input (`badInput`).
 */
export function isWholeDay(text: string, isUnfinished: boolean): boolean {
  return text === '' ? !isUnfinished : Number(text.slice(0, text.indexOf('-'))) >= 1000;
}
