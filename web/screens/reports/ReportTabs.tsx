import { TabLinks } from '../../components/TabLinks.tsx';
import { useProfile } from '../../session/profile.tsx';
import { t } from './texts.ts';
import { useSeesBills } from './useSeesBills.ts';

/** The reports, each at an address of its own. A business whose agency pays has no billing details. */
export function ReportTabs({ current }: { readonly current: 'texts' | 'calls' | 'opt-ins' | 'billing' }) {
  const { role } = useProfile();
  const seesBills = useSeesBills();
  const texts = `/${role.toLowerCase()}/reports`;
  const hrefs = { texts, calls: `${texts}/calls`, 'opt-ins': `${texts}/opt-ins`, billing: `${texts}/billing` };
  return (
    <TabLinks
      label={t('rep.tabs')}
      tabs={[
        { href: hrefs.texts, label: t('rep.texts') },
        { href: hrefs.calls, label: t('rep.tab.calls') },
        { href: hrefs['opt-ins'], label: t('rep.tab.opt-ins') },
        ...(seesBills ? [{ href: hrefs.billing, label: t('rep.tab.billing') }] : []),
      ]}
      current={hrefs[current]}
    />
  );
}
