import { lazy } from '#widgets/lazy.ts';
import { useLoaded } from '#widgets/use-loaded.ts';
import type { ContactFormSectionProps } from '../props.ts';
import type * as socialLinksModule from './social-links.tsx';

const part = lazy<typeof socialLinksModule>(() => import('./social-links.tsx'));

/** Loads what draws social links; gives it where it is at hand. */
export const { load: loadSocialLinks, provide: provideSocialLinks } = part;

/** What draws social links, where a section shows them, once it is there. */
export function useSocialLinks({ hasSocialIcons = false }: Pick<ContactFormSectionProps, 'hasSocialIcons'>) {
  const loaded = useLoaded(part, hasSocialIcons, 'social links');
  return hasSocialIcons ? loaded : undefined;
}
