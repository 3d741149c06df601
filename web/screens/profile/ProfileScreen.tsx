import './profile.css';
import { PageHeader } from '../../components/PageHeader.tsx';
import { t } from './texts.ts';
import { useProfile } from '../../session/profile.tsx';
import { Devices } from './Devices.tsx';
import { Password } from './Password.tsx';
import { LeaveTeam } from './LeaveTeam.tsx';
import { Person } from './Person.tsx';
import { Preferences } from './Preferences.tsx';
import { TwoStep } from './TwoStep.tsx';

/** One's own account, for every role: who one is, one's password, where one is signed in, one's preferences. */
export default function ProfileScreen() {
  const profile = useProfile();
  return (
    <div className="bk-page bk-profile">
      <PageHeader title={t('profile.title')} meta={t(`role.${profile.role}`)} />
      <Person profile={profile} />
      {profile.impersonator === null && <Password email={profile.email} />}
      {profile.impersonator === null && <TwoStep />}
      {profile.impersonator === null && <Devices />}
      <Preferences profile={profile} />
      <LeaveTeam />
    </div>
  );
}
