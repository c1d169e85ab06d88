/**
 * Returns true if a date field is empty, or the year of its text is at least 1000. While a year is being
 * typed, browsers report years such as 0002.
 * @param isUnfinished True if the browser reports incomplete input (`badInput`). An empty text is then not an
 * empty field, and the result is false.
 */
export function isWholeDay(text: string, isUnfinished: boolean): boolean {
  return text === '' ? !isUnfinished : Number(text.slice(0, text.indexOf('-'))) >= 1000;
}
