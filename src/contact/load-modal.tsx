import type { ComponentProps, ReactNode } from 'react';
import { lazy } from '#widgets/lazy.ts';
import { useLoaded } from '#widgets/use-loaded.ts';
import type * as modalModule from './contact-form-modal.tsx';

const modal = lazy<typeof modalModule>(() => import('./contact-form-modal.tsx'));

/** `loadModal` loads the module of the dialog; `provideModal` sets it directly, on a server. */
export const { load: loadModal, provide: provideModal } = modal;

/** Renders `ContactFormModal` after its module is loaded: most pages have no dialog. */
export function ContactFormModal(props: ComponentProps<typeof modalModule.ContactFormModal>): ReactNode {
  const loaded = useLoaded(modal, true, 'a dialog');
  return loaded ? <loaded.ContactFormModal {...props} /> : null;
}
