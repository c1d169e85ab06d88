import { lazy } from '#widgets/lazy.ts';
import { useLoaded } from '#widgets/use-loaded.ts';
import type { ContactFormSectionProps } from '../props.ts';
import type * as socialLinksModule from './social-links.tsx';

const part = lazy<typeof socialLinksModule>(() => import('./social-links.tsx'));

/**
 * `loadSocialLinks` loads the module that renders social links; `provideSocialLinks` sets it directly, on a
 * server.
 */
export const { load: loadSocialLinks, provide: provideSocialLinks } = part;

/** Returns the module that renders social links, after it is loaded; undefined if the section shows none. */
export function useSocialLinks({ hasSocialIcons = false }: Pick<ContactFormSectionProps, 'hasSocialIcons'>) {
  const loaded = useLoaded(part, hasSocialIcons, 'social links');
  return hasSocialIcons ? loaded : undefined;
}
