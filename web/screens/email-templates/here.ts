import { useProfile } from '../../session/profile.tsx';

/** Where the templates of whoever is signed in stand. */
export function useHere(): { readonly here: string; readonly isAgency: boolean } {
  const isAgency = useProfile().role === 'Agency';
  return { isAgency, here: isAgency ? '/agency/email-templates' : '/business/settings/email-templates' };
}
