/** The yard's parameters of the address of a form. */
export interface YardFormAddress {
  /** The id of a preselected office. */
  readonly office?: string | number | undefined;
  /** The title of a preselected event. */
  readonly event?: string | undefined;
}

/** The names of the parameters, in the order in which the element sends them. */
export const yardAddressNames = ['office', 'event'] as const satisfies readonly (keyof YardFormAddress)[];
