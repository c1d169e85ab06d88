/** How far a clock is from UTC, as RFC 3339 writes it. `clockOffset(-150) // '-02:30'` */
export function clockOffset(minutes: number): string {
  const two = (value: number) => String(Math.trunc(Math.abs(value))).padStart(2, '0');
  return `${minutes < 0 ? '-' : '+'}${two(minutes / 60)}:${two(minutes % 60)}`;
}
