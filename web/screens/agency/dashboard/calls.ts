import type { AgencyAnalytics } from '../../../../api/contract/agency-own.ts';
import type { Profile } from '../../../../api/contract/profile.ts';
import { percent, usageLevel } from '../../../format/number.ts';
import { t } from './texts.ts';
import type { Call } from '../../../components/Calls.tsx';

type Agency = NonNullable<Profile['agency']>;

/** What wants an agency's attention, most pressing first. An allowance of nothing is no limit that could be reached. */
export function agencyCalls(
  report: AgencyAnalytics,
  agency: Agency,
  carrier: Profile['twilioConfig'],
): readonly Call[] {
  const calls: Call[] = [];
  for (const what of ['numbers', 'messages', 'calls'] as const) {
    const [used, limit] = [agency[`usage_${what}`], agency[`free_${what}`]];
    const level = limit === 0 ? 'ok' : usageLevel(used, limit);
    if (level === 'full' || level === 'warning') {
      calls.push({
        id: what,
        tone: level === 'full' ? 'danger' : 'warning',
        title: t(`agencyDashboard.${what}.${level}`, { share: percent(used / limit) }),
        text: t('agencyDashboard.allowanceText'),
        to: null,
      });
    }
  }
  if (carrier?.trial)
    calls.push({
      id: 'trial',
      tone: 'danger',
      title: t('provider.trial'),
      text: t('agencyDashboard.trialText'),
      to: { href: '/agency/setups/twilio', label: t('agencyDashboard.open') },
    });
  const brand = agency.whitelabel;
  if (brand?.domain && !(brand.is_vhost_exists && brand.is_ssl_cert_exists)) {
    calls.push({
      id: 'domain',
      tone: 'warning',
      title: t('agencyDashboard.domain', { domain: brand.domain }),
      text: brand.problem ?? t('agencyDashboard.domainText'),
      to: { href: '/agency/settings?tab=brand', label: t('agencyDashboard.open') },
    });
  }
  if (report.businesses.inactive > 0) {
    calls.push({
      id: 'inactive',
      tone: 'info',
      title: t('agencyDashboard.inactive', { count: report.businesses.inactive }),
      text: t('agencyDashboard.inactiveText'),
      to: { href: '/agency/businesses', label: t('agencyDashboard.open') },
    });
  }
  return calls;
}
