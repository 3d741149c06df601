import { TabLinks } from '../../components/TabLinks.tsx';
import { useProfile } from '../../session/profile.tsx';
import { useCan } from '../../session/rights.ts';
import { t } from './texts.ts';

/** The reports, each at an address of its own. A business whose agency pays has no billing details. */
export function ReportTabs({ current }: { readonly current: 'texts' | 'billing' }) {
  const { role, business } = useProfile();
  const can = useCan();
  const texts = `/${role.toLowerCase()}/reports`;
  const billing = `${texts}/billing`;
  if (role === 'Business' && ((business?.agency ?? null) !== null || !can('billing'))) return null;
  return (
    <TabLinks
      label={t('rep.tabs')}
      tabs={[
        { href: texts, label: t('rep.texts') },
        { href: billing, label: t('rep.tab.billing') },
      ]}
      current={current === 'texts' ? texts : billing}
    />
  );
}
