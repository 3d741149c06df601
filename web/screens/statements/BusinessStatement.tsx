import { OnePayer } from './OnePayer.tsx';

export default function BusinessStatement() {
  return <OnePayer kind="business" />;
}
