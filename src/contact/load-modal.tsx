import type { ComponentProps, ReactNode } from 'react';
import { createLazy } from '#widgets/lazy.ts';
import { useLazyModule } from '#widgets/use-lazy-module.ts';
import type * as modalModule from './contact-form-modal.tsx';

const lazyModal = createLazy<typeof modalModule>(() => import('./contact-form-modal.tsx'));

/** `loadModal` loads the module of the dialog; `provideModal` sets it directly, on a server. */
export const { load: loadModal, provide: provideModal } = lazyModal;

/**
 * Loads the module of the dialog and renders `ContactFormModal`; nothing until it is loaded, because most
 * pages have no dialog.
 */
export function LazyContactFormModal(props: ComponentProps<typeof modalModule.ContactFormModal>): ReactNode {
  const loaded = useLazyModule(lazyModal, true, 'a dialog');
  return loaded ? <loaded.ContactFormModal {...props} /> : null;
}
