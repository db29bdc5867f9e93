"""Every step of the lessons can be done, and is done by nothing less."""

from __future__ import annotations

import pytest
from django.test import Client

from accounts.models import User
from games.features.learn.judging import begin, judge
from games.features.learn.lessons import LessonStep, all_chapters, chapters, step_after
from games.features.learn.models import LearnProgress

STEPS = [step for chapter in all_chapters().values() for step in chapter.steps]


def ids(step: LessonStep) -> str:
    return step.key


@pytest.mark.django_db
@pytest.mark.parametrize("step", STEPS, ids=ids)
def test_a_step_is_played_by_the_api_as_its_page_plays_it(step):
    """One action after the other, each among those that the answer before it listed."""
    client, path = Client(), f"/api/v1/learn/{step.chapter}/{step.number}"
    answer = client.get(path).json()
    assert "solution" not in str(answer)
    before: list[tuple[str, ...]] = []
    last = step.solution[-1]
    for turn in step.solution:
        for count in range(1, len(turn) + 1):
            if step.kind == "turn":
                listed = [choice["text"] for choice in answer["options"]["actions"]]
                assert turn[count - 1] in listed
            body = {"actions": turn[:count], "before": before}
            response = client.post(f"{path}/try", body, content_type="application/json")
            assert response.status_code == 200, response.content
            answer = response.json()
            assert answer["done"] == (turn is last and count == len(turn)), answer
        before.append(turn)
    assert answer["stars"] == 3
    assert len(answer["throws"]) == step.throws


@pytest.mark.parametrize("step", STEPS, ids=ids)
def test_what_a_step_asks_is_not_so_as_it_begins(step):
    shown = begin(step)
    if step.kind == "turn":
        assert shown.options is not None
        texts = [choice["text"] for choice in shown.options["actions"]]
        goals = [judge(step, (), (text,), is_whole=False).done for text in texts]
        assert not all(goals) or step.goal["type"] == "played"
    assert len(step.say) <= 110


def test_the_chapters_are_nine_and_short():
    found = chapters()

    assert [chapter.number for chapter in found] == list(range(1, 10))
    assert all(4 <= len(chapter.steps) <= 7 for chapter in found)
    assert len(all_chapters()["whistle"].steps) == 7
    assert all(len(step.say) <= 35 for step in all_chapters()["whistle"].steps)
    last = found[-1].steps[-1]
    assert step_after(last) is None
    assert step_after(found[0].steps[-1]).chapter == found[1].key


@pytest.mark.django_db
def test_what_was_done_is_kept_and_never_becomes_less():
    alice = User.objects.create_user("alice", "alice@example.org")
    client = Client()
    client.force_login(alice)
    path = "/api/v1/learn/passing/2/try"
    for tries in (2, 0, 1):
        body = {"actions": ["@h4"], "tries": tries}
        assert client.post(path, body, content_type="application/json").json()["done"]

    assert LearnProgress.objects.get().stars == 3
    steps = client.get("/api/v1/learn").json()["results"][1]["steps"]
    assert [step["stars"] for step in steps] == [0, 3, 0, 0, 0]


@pytest.mark.django_db
def test_bad_tries_are_refused_with_a_code():
    client = Client()

    def refused(path, body):
        answer = client.post(f"/api/v1/learn/{path}/try", body, content_type="application/json")
        return answer.status_code, answer.json()["code"]

    assert refused("passing/2", {"actions": ["a1a8"]}) == (422, "illegal_action")
    assert refused("passing/2", {"actions": ["zz"]}) == (422, "illegal_action")
    assert refused("passing/2", {"before": [["a1"]], "actions": ["@h4"]}) == (400, "invalid")
    assert refused("winning/5", {"before": [["a1"]], "actions": []}) == (422, "illegal_action")
    assert refused("passing/99", {"actions": []}) == (404, "not_found")
    assert refused("golf/1", {"actions": []}) == (404, "not_found")
    assert refused("passing/2", {"actions": "x"}) == (400, "invalid")


@pytest.mark.django_db
def test_the_pages_show_all_steps_and_lead_on():
    client = Client()
    page = client.get("/learn/eleven/").content.decode()
    for chapter in chapters():
        assert f'href="/learn/{chapter.key}/1/"' in page
    assert "Start: Pitch and pieces" in page
    for path in ("/learn/pitch/1/", "/learn/formation/1/", "/learn/match/4/"):
        assert client.get(path).status_code == 200
    assert client.get("/learn/golf/1/").status_code == 404
    german = client.get("/learn/pitch/1/", headers={"Accept-Language": "de"}).content.decode()
    assert "Tippe auf das Tor" in german


@pytest.mark.django_db
def test_each_law_leads_to_the_step_that_teaches_it():
    page = Client().get("/learn/eleven/laws/").content.decode()

    assert page.count("/learn/") > 30
    assert 'href="/learn/passing/1/" lang="en">Try it</a>' in page.partition('id="6.1"')[2][:900]
    assert "Try it" not in Client().get("/learn/future/laws/").content.decode()
