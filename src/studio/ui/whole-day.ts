/**
 * Returns true if a date field is empty, or the year of its text has four digits. While a year is being
 * typed, browsers report years such as 0002, and some take six digits.
 * @param isUnfinished True if the browser reports incomplete input (`badInput`). An empty text is then not an
 * empty field, and the result is false.
 */
export function isWholeDay(text: string, isUnfinished: boolean): boolean {
  return text === '' ? !isUnfinished : /^[1-9]\d{3}-/.test(text);
}
