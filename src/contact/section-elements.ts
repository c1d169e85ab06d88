import { type RefObject, useMemo, useRef } from 'react';
import type { EnquiryFieldsHandle } from '#widgets';

/** The elements of a section that focus is moved to, or that are scrolled. */
export interface SectionElements {
  readonly section: RefObject<HTMLElement | null>;
  readonly fields: RefObject<EnquiryFieldsHandle | null>;
  /** The message above the submit button. */
  readonly alert: RefObject<HTMLDivElement | null>;
}

/** A section's elements, none drawn yet. */
export function useSectionElements(): SectionElements {
  const section = useRef<HTMLElement>(null);
  const fields = useRef<EnquiryFieldsHandle>(null);
  const alert = useRef<HTMLDivElement>(null);
  return useMemo(() => ({ section, fields, alert }), []);
}
