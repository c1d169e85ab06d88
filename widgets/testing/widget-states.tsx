import type { ReactNode } from 'react';
import type { Example } from './example-states.ts';
import type { ExampleViewProps } from './example-view.tsx';
import { ExampleView } from './example-view.tsx';

/** What the states of a widget are drawn from. */
export interface WidgetStatesProps extends Omit<ExampleViewProps, 'example'> {
  readonly examples: readonly Example[];
  /** Stands above each. */
  readonly captionOf?: (example: Example) => ReactNode;
}

/** Every state of a widget below the other, each in a form of its own. */
export function WidgetStates({ examples, captionOf, ...given }: WidgetStatesProps): ReactNode {
  return examples.map((example) => (
    <section
      key={example.state}
      className="gallery-state"
      data-state={example.state}
      aria-label={example.state}
    >
      {captionOf?.(example)}
      <ExampleView example={example} {...given} />
    </section>
  ));
}
