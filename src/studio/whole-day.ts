/** Whether what stands in a field of a day is one, or none: a year that is typed digit by digit is 0002 at first. */
export function isWholeDay(text: string, isUnfinished: boolean): boolean {
  return text === '' ? !isUnfinished : Number(text.slice(0, text.indexOf('-'))) >= 1000;
}
