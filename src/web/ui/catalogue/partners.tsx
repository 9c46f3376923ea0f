export function Partners({ names }: { names: readonly string[] }) {
  return (
    <section className="partners" aria-label="Partners">
      <div className="wrap">
        <h2 className="sr">Partners</h2>
        <ul>
          {names.map((name) => (
            <li key={name}>{name}</li>
          ))}
        </ul>
      </div>
    </section>
  );
}
