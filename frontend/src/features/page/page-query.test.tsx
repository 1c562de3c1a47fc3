import userEvent from "@testing-library/user-event";
import { expect, it } from "vitest";
import { PageQuery } from "@/features/page";
import { TOUR } from "@/generated/routes/tour/tour";
import { renderPage } from "@/testing/render";

const page = (
  <PageQuery query={TOUR} variables={{ slug: "x" }} pick={(data) => data.tour} skeleton={<i>skeleton</i>}>
    {(tour) => <h1>{tour.name}</h1>}
  </PageQuery>
);

it("says that there is no such thing", async () => {
  const { findByRole } = await renderPage(page, { answers: { TOUR: () => ({ data: { tour: null } }) } });
  expect((await findByRole("heading")).textContent).toBe("Nicht auf der Setlist");
});

it("offers another try after an error", async () => {
  let calls = 0;
  const answer = () => (++calls === 1 ? { data: null, errors: [{ message: "x" }] } : { data: { tour: null } });
  const { findByRole, findByText } = await renderPage(page, { locale: "en", answers: { TOUR: answer } });
  await userEvent.click(await findByRole("button", { name: "Try again" }));
  expect(await findByText("Not on the set list")).toBeTruthy();
});

const tour = {
  __typename: "Tour",
  id: "1",
  slug: "x",
  name: "Nachtflug",
  subtitle: "",
  description: "",
  artistNames: "",
  startDate: null,
  endDate: null,
  ticketImage: null,
  artists: [],
  events: { __typename: "EventConnection", nodes: [] },
};

it("keeps the page when the next answer does not come", async () => {
  let calls = 0;
  const answer = () => (++calls === 1 ? { data: { tour } } : { data: null, errors: [{ message: "x" }] });
  const { findByRole, client } = await renderPage(page, { answers: { TOUR: answer } });
  expect((await findByRole("heading")).textContent).toBe("Nachtflug");
  await (await client.load()).refetchQueries({ include: "active" }).catch(() => undefined);
  expect(calls).toBe(2);
  expect((await findByRole("heading")).textContent).toBe("Nachtflug");
});
