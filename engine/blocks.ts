/** The texts that blocks have, as their keys end: `blocks.your-boat.text`. */
export const blockPartNames = ['text', 'title', 'summary', 'alt', 'caption'] as const;

/** One of them. */
export type BlockPart = (typeof blockPartNames)[number];

/** What a block is: the words that it has, each needed or not. Checks and the reference read it; pages do not. */
export const blockKinds = {
  heading: {
    description: 'A heading of the fields below it; `"level": 2` under another heading.',
    texts: { text: 'needed' },
    options: ['level'],
  },
  paragraph: {
    description: 'Words in paragraphs and lists.',
    texts: { text: 'needed' },
    options: [],
  },
  notice: {
    description: 'Words that stand out: information, or with `"tone": "warning"` a warning.',
    texts: { title: 'possible', text: 'needed' },
    options: ['tone'],
  },
  details: {
    description: 'Words that open below a summary.',
    texts: { summary: 'needed', text: 'needed' },
    options: [],
  },
  picture: {
    description:
      'A picture of the site, `src`, `width` and `height` in pixels; with `"decorative": true` it says nothing and needs no `alt`.',
    texts: { alt: 'needed', caption: 'possible' },
    options: ['src', 'width', 'height', 'decorative'],
  },
} as const satisfies Readonly<
  Record<
    string,
    {
      readonly description: string;
      readonly texts: Partial<Record<BlockPart, 'needed' | 'possible'>>;
      readonly options: readonly string[];
    }
  >
>;

/** A kind of block. */
export type BlockKind = keyof typeof blockKinds;

/** The texts of a block of a kind, and whether each has to be there; a decorative picture says nothing. */
export function blockParts({
  kind,
  isDecorative = false,
}: {
  readonly kind: BlockKind;
  readonly isDecorative?: boolean;
}): readonly { readonly part: BlockPart; readonly isNeeded: boolean }[] {
  const parts = Object.entries(blockKinds[kind].texts) as [BlockPart, 'needed' | 'possible'][];
  return parts
    .filter(([part]) => !(part === 'alt' && isDecorative))
    .map(([part, need]) => ({ part, isNeeded: need === 'needed' }));
}
