import type { ComponentProps, ReactNode } from 'react';

export interface PreviewToolProps extends Omit<ComponentProps<'button'>, 'type' | 'className' | 'children'> {
  /** The path of the icon, in a square of 16. */
  readonly icon: string;
  readonly label: string;
  /** True if the label gives way first. */
  readonly isRare?: boolean;
}

/** Renders a button with an icon and its label. Where there is little room, the label is only a tooltip. */
export function PreviewTool({ icon, label, isRare = false, ...attributes }: PreviewToolProps): ReactNode {
  return (
    <button
      type="button"
      className={`st-button st-tool${isRare ? ' st-tool--rare' : ''}`}
      title={label}
      {...attributes}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true">
        <path d={icon} />
      </svg>
      <span>{label}</span>
    </button>
  );
}
