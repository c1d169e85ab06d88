/**
 * Thrown if stored data of the studio cannot be read and somebody has to repair it. The message says which
 * data and why.
 */
export class StudioFault extends Error {
  override readonly name: string = 'StudioFault';
}
