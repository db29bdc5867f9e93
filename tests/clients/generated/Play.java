import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.openapitools.client.ApiClient;
import org.openapitools.client.ApiException;
import org.openapitools.client.api.*;
import org.openapitools.client.model.*;

/** Plays each game with the generated library, then reads the answers of a later service. */
public class Play {
    static final int PLENTY = 12;
    static final Random CHANCE = new Random(11);
    static final Map<String, ApiClient> CLIENTS = new HashMap<>();

    public static void main(String[] arguments) throws Exception {
        for (String name : List.of("alice", "bob")) {
            CLIENTS.put(name, logIn(arguments[0], name));
        }
        for (String ruleset : List.of("eleven", "standard", "future", "family")) {
            System.out.println(ruleset + " " + play(ruleset));
        }
        readTomorrow(arguments[1]);
    }

    static ApiClient client(String address, String token) {
        ApiClient client = new ApiClient();
        client.updateBaseUri(address);
        if (token != null) {
            client.setRequestInterceptor(it -> it.header("Authorization", "Bearer " + token));
        }
        return client;
    }

    static ApiClient logIn(String address, String name) throws ApiException {
        AccountsApi accounts = new AccountsApi(client(address, null));
        String password = "seven brave bishops";
        String email = name + "@example.org";
        accounts.createAccount(
            new NewAccountRequest().username(name).email(email).password(password), null);
        CredentialsRequest person = new CredentialsRequest().username(name).password(password);
        return client(address, accounts.createToken(person, null).getToken());
    }

    /** What all games have, taken from whichever class the answer became. */
    record Seen(Object game, String status, String player, int turn, boolean isOver) {}

    static Seen look(String id) throws ApiException {
        return seen(new GamesApi(CLIENTS.get("alice")).getGame(id, null, null));
    }

    static Seen seen(AnyGame answer) {
        Object game = answer.getActualInstance();
        if (game instanceof Game it) {
            var players = it.getPlayers();
            boolean isWhite = "white".equals(String.valueOf(it.getSideToPlay()));
            String player = (isWhite ? players.getWhite() : players.getBlack()).getUsername();
            return new Seen(it, it.getStatus(), player, it.getTurn(), it.getResult() != null);
        }
        if (game instanceof DuelGame it) {
            String player = nameOf(it.getPlayers(), it.getSideToPlay());
            return new Seen(it, it.getStatus(), player, it.getTurn(), it.getResult() != null);
        }
        if (game instanceof FamilyGame it) {
            String player = nameOf(it.getPlayers(), it.getSideToPlay());
            return new Seen(it, it.getStatus(), player, it.getTurn(), it.getResult() != null);
        }
        OtherGame it = (OtherGame) game;
        return new Seen(it, it.getStatus(), null, it.getTurn(), it.getResult() != null);
    }

    static String nameOf(Map<String, SeatedPerson> players, String side) {
        return side == null ? null : players.get(side).getUsername();
    }

    static String play(String ruleset) throws ApiException {
        ChallengeRequest terms = new ChallengeRequest().opponent("bob").ruleset(ruleset);
        if (ruleset.equals("family")) {
            terms.options(new HashMap<>(Map.of("seats", 2)));
        }
        ChallengesApi white = new ChallengesApi(CLIENTS.get("alice"));
        Object offered = white.createChallenge(null, terms).getActualInstance();
        String challenge = offered instanceof Challenge it ? it.getId()
            : ((OtherChallenge) offered).getId();
        new ChallengesApi(CLIENTS.get("bob")).acceptChallenge(challenge, null);
        Object accepted = white.getChallenge(challenge, null).getActualInstance();
        String id = accepted instanceof Challenge it ? it.getGame()
            : ((OtherChallenge) accepted).getGame();
        Seen now = look(id);
        if (now.status().equals("formation")) {
            FormationBySide formations = ((Game) now.game()).getFormation();
            var players = ((Game) now.game()).getPlayers();
            arrange(id, players.getWhite().getUsername(), formations.getWhite());
            arrange(id, players.getBlack().getUsername(), formations.getBlack());
            now = look(id);
        }
        while (!now.isOver() && now.turn() <= PLENTY) {
            TurnRequest turn = new TurnRequest().turn(now.turn()).actions(turnOf(id, now));
            new GamesApi(CLIENTS.get(now.player())).playTurn(id, turn, null);
            now = look(id);
        }
        if (!now.isOver()) {
            ActRequest resigns = new ActRequest().name("resign");
            new GamesApi(CLIENTS.get(now.player())).actInGame(id, resigns, null);
            now = look(id);
        }
        check(now.isOver() && now.status().equals("finished"), "the game is over");
        return now.game().getClass().getSimpleName() + " " + (now.turn() - 1) + " turns";
    }

    static void arrange(String id, String name, Formation mine) throws ApiException {
        FormationRequest ready = new FormationRequest().pieces(new HashMap<>(mine.getPieces()));
        new GamesApi(CLIENTS.get(name)).saveFormation(id, ready.ready(true), null);
    }

    static List<String> turnOf(String id, Seen now) throws ApiException {
        List<String> actions = new ArrayList<>();
        GamesApi games = new GamesApi(CLIENTS.get(now.player()));
        while (true) {
            String after = String.join(" ", actions);
            Object options = games.listOptions(id, null, after, null, now.turn()).getActualInstance();
            int complete = options instanceof Options it ? it.getComplete().getValue()
                : ((OtherOptions) options).getComplete().getValue();
            if (complete >= 0) {
                return actions;
            }
            List<Choice> choices = choicesOf(options);
            actions.add(textOf(choices.get(CHANCE.nextInt(choices.size()))));
        }
    }

    static List<Choice> choicesOf(Object options) {
        return options instanceof Options it ? it.getActions() : ((OtherOptions) options).getActions();
    }

    static String textOf(Choice choice) {
        Object one = choice.getActualInstance();
        return one instanceof MoveChoice move ? move.getText()
            : one instanceof PassChoice pass ? pass.getText()
            : one instanceof ShotChoice shot ? shot.getText()
            : ((OtherChoice) one).getText();
    }

    static void readTomorrow(String address) throws ApiException {
        List<Event> events = new EventsApi(client(address, null))
            .listEvents(null, null, null, null, null).getResults();
        check(events.get(0).getActualInstance() instanceof TurnPlayedEvent, "a known event");
        OtherEvent later = (OtherEvent) events.get(1).getActualInstance();
        check(later.getType().equals("moon.risen"), "an event of tomorrow");

        GamesApi games = new GamesApi(client(address, null));
        Game adjourned = (Game) games.getGame("status", null, null).getActualInstance();
        check(adjourned.getStatus().equals("adjourned"), "a status of tomorrow");
        OtherGame draughts = (OtherGame) games.getGame("ruleset", null, null).getActualInstance();
        check(draughts.getRuleset().equals("draughts"), "a game of tomorrow");
        check(draughts.getPlayers().get("black").getUsername().equals("bob"), "its players");
        List<Choice> choices = choicesOf(
            games.listOptions("status", null, null, null, null).getActualInstance());
        check(textOf(choices.get(choices.size() - 1)).equals("t3-4"), "a choice of tomorrow");
        try {
            games.getGame("refused", null, null);
            check(false, "a refusal");
        } catch (ApiException refusal) {
            check(refusal.getResponseBody().contains("too_rainy"), "a refusal of tomorrow");
        }
    }

    static void check(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
        System.out.println("read: " + what);
    }
}
