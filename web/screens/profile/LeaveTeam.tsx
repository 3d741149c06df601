import { Button } from '@mantine/core';
import { Section } from '../../components/form/Form.tsx';
import { useLeaveTeam } from '../../components/useLeaveTeam.tsx';
import { useProfile } from '../../session/profile.tsx';
import { t } from './texts.ts';

/** The way out of the team of one's business; nothing for those who work for none, or act as somebody else. */
export function LeaveTeam() {
  const { business } = useProfile();
  const leaving = useLeaveTeam();
  if (leaving === null || business === null) return null;
  return (
    <div className="bk-form">
      <Section title={t('profile.team')} text={t('profile.teamText', { business: business.name })}>
        <div>
          <Button variant="light" color="red" onClick={leaving.ask}>
            {t('leave.action')}
          </Button>
        </div>
      </Section>
      {leaving.dialog}
    </div>
  );
}
