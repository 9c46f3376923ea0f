export default function Page() { return <h1>Soon</h1>; }
